/**
 * Makes a filter that matches only below the project's folder. Playwright searches the whole path of a file: if the
 * path of the working copy contains the word too, every file would match.
 *
 * @param {string} root of the working copy @param {string} word a part of a path below it, or a whole path
 * @returns {string} a pattern for Playwright
 */
export const filterBelow = (root, word) => {
  const folder = root.replace(/[\\/]+$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `${folder}[\\\\/].*${word}`
}
