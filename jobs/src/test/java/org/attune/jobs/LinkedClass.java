package org.attune.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.xbean.asm9.ClassVisitor;
import org.apache.xbean.asm9.FieldVisitor;
import org.apache.xbean.asm9.Handle;
import org.apache.xbean.asm9.MethodVisitor;
import org.apache.xbean.asm9.Opcodes;
import org.apache.xbean.asm9.Type;

/** What a class has, what it is made of, and what its code names. */
final class LinkedClass extends ClassVisitor {

  /** A member that code names: the class that it is asked of, and name with descriptor. */
  record Reference(String owner, String member) {}

  private static final String METHOD_HANDLE = "java/lang/invoke/MethodHandle";

  private final List<String> above = new ArrayList<>();
  private final Map<String, Integer> members = new HashMap<>();
  private final Set<Reference> references = new LinkedHashSet<>();
  private final Set<String> types = new LinkedHashSet<>();
  private int access;
  private String name = "";
  private boolean ofJdk;

  LinkedClass() {
    super(Opcodes.ASM9);
  }

  /** A class of the JDK that runs; empty if it has none of that name. */
  static Optional<LinkedClass> ofJdk(String name) {
    try {
      Class<?> type =
          Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
      LinkedClass found = new LinkedClass();
      found.name = name;
      found.ofJdk = true;
      found.access = type.getModifiers();
      Optional.ofNullable(type.getSuperclass())
          .ifPresent(parent -> found.above.add(Type.getInternalName(parent)));
      if (type.isInterface()) {
        found.above.add("java/lang/Object");
      }
      Stream.of(type.getInterfaces())
          .forEach(parent -> found.above.add(Type.getInternalName(parent)));
      Stream.of(type.getDeclaredFields())
          .forEach(
              field ->
                  found.members.put(
                      field.getName() + ":" + Type.getDescriptor(field.getType()),
                      field.getModifiers()));
      Stream.of(type.getDeclaredMethods())
          .forEach(
              method ->
                  found.members.put(
                      method.getName() + Type.getMethodDescriptor(method), method.getModifiers()));
      Stream.of(type.getDeclaredConstructors())
          .forEach(
              constructor ->
                  found.members.put(
                      "<init>" + Type.getConstructorDescriptor(constructor),
                      constructor.getModifiers()));
      return Optional.of(found);
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  int access() {
    return access;
  }

  /** The super class and the interfaces. */
  List<String> above() {
    return above;
  }

  /** Access flags by name and descriptor. */
  Map<String, Integer> members() {
    return members;
  }

  Set<Reference> references() {
    return references;
  }

  Set<String> types() {
    return types;
  }

  boolean isOfJdk() {
    return ofJdk;
  }

  /** Whether a call of it takes any arguments. */
  boolean isPolymorphic() {
    return name.equals(METHOD_HANDLE) || name.startsWith("[");
  }

  @Override
  public void visit(
      int version, int flags, String of, String signature, String parent, String[] interfaces) {
    access = flags;
    name = of;
    if (parent != null) {
      above.add(parent);
    }
    above.addAll(List.of(interfaces));
    types.addAll(above);
  }

  @Override
  public FieldVisitor visitField(
      int flags, String field, String descriptor, String signature, Object value) {
    members.put(field + ":" + descriptor, flags);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int flags, String method, String descriptor, String signature, String[] exceptions) {
    members.put(method + descriptor, flags);
    return new Code();
  }

  private final class Code extends MethodVisitor {
    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitFieldInsn(int code, String owner, String field, String descriptor) {
      refer(owner, field + ":" + descriptor);
    }

    @Override
    public void visitMethodInsn(
        int code, String owner, String method, String descriptor, boolean ofInterface) {
      refer(owner, method + descriptor);
    }

    @Override
    public void visitTypeInsn(int code, String type) {
      type(Type.getObjectType(type));
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type type && type.getSort() != Type.METHOD) {
        type(type);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          String separator = handle.getDesc().startsWith("(") ? "" : ":";
          refer(handle.getOwner(), handle.getName() + separator + handle.getDesc());
        }
      }
    }

    private void refer(String owner, String member) {
      if (!owner.startsWith("[")) {
        references.add(new Reference(owner, member));
      }
    }

    private void type(Type type) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT) {
        types.add(element.getInternalName());
      }
    }
  }
}
