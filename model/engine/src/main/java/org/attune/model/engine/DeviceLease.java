package org.attune.model.engine;

/**
 * The share of a device that a cluster, or this machine, has leased to one trial.
 *
 * @param address the device's name outside this process, such as Spark's address of a GPU: see
 *     {@link DeviceBackend#device}
 * @param part of its memory, above 0 and at most 1
 */
public record DeviceLease(String address, double part) {}
