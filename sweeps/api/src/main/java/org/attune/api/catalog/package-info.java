/**
 * What a sweep file can set or vary: parameters, their domains, configurations, the conflicts and
 * the cost of configurations.
 */
package org.attune.api.catalog;
