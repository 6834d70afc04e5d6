package org.attune.model.engine;

/**
 * A trial wants more of a device's memory than its share of it. It would want as much again, so
 * that it is the fault of what was asked for, not of the device.
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

  /** The same with what to do about it. */
  public NoRoomException advising(String advice) {
    NoRoomException advised = new NoRoomException(getMessage() + ". " + advice, room);
    advised.initCause(this);
    return advised;
  }
}
