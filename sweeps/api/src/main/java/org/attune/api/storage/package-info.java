/** Where a sweep's directory is stored. */
package org.attune.api.storage;
