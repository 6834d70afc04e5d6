package org.attune.model.primitive.elementwise;

import org.apache.commons.math3.special.Erf;

/** The operation of a step in a {@link Recipe}. Truth is 1; 0 is false. */
public enum Op {
  /** An operand's number. */
  INPUT(0),
  /** The element's place along an axis. */
  INDEX(0),
  NUMBER(0),
  ADD(2) {
    @Override
    public double of(double a, double b, double c) {
      return a + b;
    }
  },
  SUBTRACT(2) {
    @Override
    public double of(double a, double b, double c) {
      return a - b;
    }
  },
  MULTIPLY(2) {
    @Override
    public double of(double a, double b, double c) {
      return a * b;
    }
  },
  DIVIDE(2) {
    @Override
    public double of(double a, double b, double c) {
      return a / b;
    }
  },
  /** What is left of a after subtracting floor(a / b) times b; it has the sign of b. */
  REMAINDER(2) {
    @Override
    public double of(double a, double b, double c) {
      double rest = a % b;
      return rest == 0 ? Math.copySign(rest, b) : (rest < 0) == (b < 0) ? rest : rest + b;
    }
  },
  /** a to the power of b. */
  POWER(2) {
    @Override
    public double of(double a, double b, double c) {
      return Math.pow(a, b);
    }
  },
  MIN(2) {
    @Override
    public double of(double a, double b, double c) {
      return Math.min(a, b);
    }
  },
  MAX(2) {
    @Override
    public double of(double a, double b, double c) {
      return Math.max(a, b);
    }
  },
  LESS(2) {
    @Override
    public double of(double a, double b, double c) {
      return a < b ? 1 : 0;
    }
  },
  AT_MOST(2) {
    @Override
    public double of(double a, double b, double c) {
      return a <= b ? 1 : 0;
    }
  },
  EQUAL(2) {
    @Override
    public double of(double a, double b, double c) {
      return a == b ? 1 : 0;
    }
  },
  /** b where a is true, else c. */
  WHERE(3) {
    @Override
    public double of(double a, double b, double c) {
      return a != 0 ? b : c;
    }
  },
  NEGATE(1) {
    @Override
    public double of(double a, double b, double c) {
      return -a;
    }
  },
  ABS(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.abs(a);
    }
  },
  EXP(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.exp(a);
    }
  },
  LOG(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.log(a);
    }
  },
  SQRT(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.sqrt(a);
    }
  },
  SIN(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.sin(a);
    }
  },
  COS(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.cos(a);
    }
  },
  /** 1 / (1 + e^-a) */
  SIGMOID(1) {
    @Override
    public double of(double a, double b, double c) {
      return 1 / (1 + Math.exp(-a));
    }
  },
  TANH(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.tanh(a);
    }
  },
  /** log(1 + e^a) */
  SOFTPLUS(1) {
    @Override
    public double of(double a, double b, double c) {
      return Math.max(a, 0) + Math.log1p(Math.exp(-Math.abs(a)));
    }
  },
  /** The Gaussian distribution function. */
  NORMAL(1) {
    @Override
    public double of(double a, double b, double c) {
      return 0.5 * Erf.erfc(-a / Math.sqrt(2));
    }
  };

  private final int arity;

  Op(int arity) {
    this.arity = arity;
  }

  /** The number of arguments. */
  public int arity() {
    return arity;
  }

  /**
   * Applies the operation; arguments beyond the arity are ignored.
   *
   * @throws UnsupportedOperationException if the operation is no function of numbers
   */
  public double of(double a, double b, double c) {
    throw new UnsupportedOperationException(name());
  }
}
