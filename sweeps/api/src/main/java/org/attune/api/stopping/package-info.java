/** What ends or pauses running trials. */
package org.attune.api.stopping;
