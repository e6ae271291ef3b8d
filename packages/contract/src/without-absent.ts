type WithoutAbsent<Type> = { [Key in keyof Type as undefined extends Type[Key] ? never : Key]: Type[Key] } & {
  [Key in keyof Type as undefined extends Type[Key] ? Key : never]?: Exclude<Type[Key], undefined>;
};

/** Returns the object without the properties that are undefined. */
export function withoutAbsent<Type extends object>(object: Type): WithoutAbsent<Type> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as unknown as WithoutAbsent<Type>;
}
