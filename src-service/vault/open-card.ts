import { createDecipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync } from 'node:crypto'
import {
  bindingBytes,
  type CardBinding,
  type CardData,
  cardDataSchema,
  cardMessagePurpose,
  type EncryptedCard,
} from '../../src-shared/terminal/card-encryption.ts'

/** Returns the private key to which cards are encrypted, ready for use. @param pkcs8 of a P-256 key */
export function cardKeyOf(pkcs8: Uint8Array): ECDH {
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  const { d = '' } = key.export({ format: 'jwk' })
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(d, 'base64url'))
  return ecdh
}

const uncompressedPoint = { length: 65, first: 4 }
const tagLength = 16

/**
 * Decrypts a card from `encryptCard` with Node's synchronous functions: an eighth of a millisecond. The five calls to
 * Web Crypto, each of which waits for a thread, would take longer on this thread alone.
 * @throws when the message was not encrypted to this key and for this purpose, or was changed in transit.
 */
export function openCard(message: EncryptedCard, key: ECDH, binding: CardBinding): CardData {
  const ephemeral = Buffer.from(message.ephemeral_key, 'base64')
  if (ephemeral.length !== uncompressedPoint.length || ephemeral[0] !== uncompressedPoint.first)
    throw new Error('the one-time key is no point of the curve')
  const shared = key.computeSecret(ephemeral)
  const messageKey = Buffer.from(hkdfSync('sha256', shared, ephemeral, cardMessagePurpose, 32))
  const sealed = Buffer.from(message.ciphertext, 'base64')
  const iv = Buffer.from(message.iv, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', messageKey, iv, { authTagLength: tagLength })
  decipher.setAAD(bindingBytes(binding, message.key_id))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
  return cardDataSchema.parse(JSON.parse(plain.toString('utf8')))
}
