/**
 * Playwright looks for a word in the whole path of a file: where the folder of the working copy holds it too, that would be
 * every file.
 *
 * @param {string} root of the working copy @param {string} word of a path below it, or all of one
 * @returns {string} a pattern, as Playwright takes it
 */
export const filterBelow = (root, word) => {
  const folder = root.replace(/[\\/]+$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `${folder}[\\\\/].*${word}`
}
