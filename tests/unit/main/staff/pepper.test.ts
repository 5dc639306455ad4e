import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Keychain } from '../../../../src-main/staff/keychain.ts'
import { openPepper } from '../../../../src-main/staff/pepper.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

/** A keychain that seals with its own mark, and cannot open seals of another one. */
const keychain = (mark: number): Keychain => ({
  seal: (text) => Buffer.from(text).map((byte) => byte ^ mark),
  open(sealed) {
    const text = Buffer.from(sealed.map((byte) => byte ^ mark)).toString()
    if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) throw new Error('sealed by another keychain')
    return text
  },
})
const path = async () => join(await temporaryFolder('countertop-pepper'), 'staff', 'pepper.json')

describe('the secret used in every PIN hash', () => {
  test('the secret is created once, stored sealed, and read again', async () => {
    const file = await path()
    const made = await openPepper(file, keychain(1), false, quietLog)
    expect(made).toHaveLength(32)
    expect(await readFile(file, 'utf8')).not.toContain(made?.toString('base64'))
    expect(await openPepper(file, keychain(1), true, quietLog)).toEqual(made)
  })

  test('there is no secret when the system has no keychain', async () => {
    expect(await openPepper(await path(), null, false, quietLog)).toBeNull()
  })

  test('the secret of a lost keychain is replaced only when no PIN needs it', async () => {
    const file = await path()
    const made = await openPepper(file, keychain(1), false, quietLog)
    expect(await openPepper(file, keychain(2), true, quietLog)).toBeNull()
    expect(await openPepper(file, keychain(1), true, quietLog)).toEqual(made)
    const other = await openPepper(file, keychain(2), false, quietLog)
    expect(other).not.toEqual(made)
    expect(await openPepper(file, keychain(2), true, quietLog)).toEqual(other)
  })

  test('an unreadable secret is not replaced while PINs need it', async () => {
    const file = await path()
    const pepper = await openPepper(file, keychain(1), false, quietLog)
    await writeFile(file, '{')
    // The last good copy is used; if that is damaged as well, there is no secret.
    expect(await openPepper(file, keychain(1), true, quietLog)).toEqual(pepper)
    await writeFile(file, '{')
    await writeFile(`${file}.good`, '{')
    expect(await openPepper(file, keychain(1), true, quietLog)).toBeNull()
  })
})
