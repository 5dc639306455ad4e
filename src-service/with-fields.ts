/**
 * Returns a copy with additional fields, which override existing ones. For code that runs with every request: in an
 * object literal that starts with a spread, V8 makes a hidden class for each added field, and again for each copy.
 */
export const withFields = <Fields extends object, More extends object>(
  fields: Fields,
  more: More,
): Fields & More => Object.assign({}, fields, more)

/** Returns the fields that have a value: an optional field is left out, not undefined. */
export const defined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
