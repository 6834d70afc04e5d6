package org.attune.model.engine;

/**
 * A trial exceeds its share of a device's memory. It would exceed it again, so the request is at
 * fault, not the device.
 */
public class NoRoomException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final long room;

  /**
   * @param room bytes that the trial may have
   */
  public NoRoomException(String message, long room) {
    super(message);
    this.room = room;
  }

  /** Bytes that the trial may have. */
  public long room() {
    return room;
  }

  /** An exception with the same message and advice for the user. */
  public NoRoomException advising(String advice) {
    NoRoomException advised = new NoRoomException(getMessage() + ". " + advice, room);
    advised.initCause(this);
    return advised;
  }
}
