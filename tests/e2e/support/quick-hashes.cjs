// Loaded into main before the app: hashes PINs and passphrases with next to no work, where the product takes 32 MB and
// 0.1 s or more for each. The cost that is stored with a hash stays the product's, so only an app that was started like
// this can verify it.
const crypto = require('node:crypto')
const { syncBuiltinESMExports } = require('node:module')

const { scrypt } = crypto
crypto.scrypt = (secret, salt, length, options, answer) =>
  scrypt(secret, salt, length, { ...options, N: 2 }, answer)
syncBuiltinESMExports()
