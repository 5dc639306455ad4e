/**
 * Whether a folder's path names another computer, like `\\host\share`. Windows would connect to that computer and sign in
 * there with the user's account. A drive with a letter may be of another computer as well, but a person has connected it
 * before.
 */
export const isOnNetwork = (path: string): boolean => /^[\\/]{2}/.test(path)
