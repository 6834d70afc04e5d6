/** How a query's keys are chosen by data: a rule a file. */
package org.attune.model.primitive.selection;
