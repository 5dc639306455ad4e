/**
 * Returns a copy with additional fields, which override existing ones. For code that runs with every request: in an
 * object literal that starts with a spread, V8 makes a hidden class for each added field, and again for each copy.
 */
export const withFields = <Fields extends object, More extends object>(
  fields: Fields,
  more: More,
): Fields & More => Object.assign({}, fields, more)
