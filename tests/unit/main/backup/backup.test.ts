import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Libsql from 'libsql'
import { beforeEach, expect, test } from 'vitest'
import { openAuditTrail } from '../../../../src-main/audit/audit-trail.ts'
import { copyStanding } from '../../../../src-main/backup/counter-files.ts'
import { reserveBytes } from '../../../../src-main/backup/disk-space.ts'
import { makeBackup } from '../../../../src-main/backup/make-backup.ts'
import { pack } from '../../../../src-main/backup/packed-files.ts'
import { openBackup, prepareRestore } from '../../../../src-main/backup/restore-backup.ts'
import { recordRestored } from '../../../../src-main/backup/restored-entry.ts'
import { openStream, SealedError, sealStream } from '../../../../src-main/backup/sealed-stream.ts'
import { restoreMark, stagedFolder, takeRestored } from '../../../../src-main/backup/take-restored.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { openJournal } from '../../../../src-main/sale/journal.ts'
import type { Keychain } from '../../../../src-main/staff/keychain.ts'
import { databaseOf } from '../../../support/killed-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { wasKilled } from '../../../support/was-killed.ts'
import { quietLog } from '../support/service.ts'

const passphrase = 'seven green umbrellas'
const logN = 10
const now = Date.parse('2026-11-23T12:00:00.000Z')
const about = {
  made_at: '2026-11-23T12:00:00.000Z',
  program: '0.1.0',
  shop: 'Harbor',
  counter: 'Bar',
  training: true,
}
const keychain = (name: string): Keychain => ({
  seal: (text) => Buffer.from(`${name}:${text}`),
  open: (sealed) =>
    Buffer.from(sealed)
      .toString()
      .slice(name.length + 1),
})

let folder: string
let target: string
beforeEach(async () => {
  folder = await temporaryFolder('counter')
  target = join(await temporaryFolder('stick'), 'bar.countertop-backup')
  await fill(folder, 'old')
})

async function put(at: string, path: string, text: string | Buffer): Promise<void> {
  await mkdir(dirname(join(at, path)), { recursive: true })
  await writeFile(join(at, path), text)
}

/** Fills a counter's folder; the database is real, with rows that are still in its write-ahead log. */
async function fill(at: string, mark: string): Promise<void> {
  await put(at, 'settings.json', `{"counter_name":"${mark}"}`)
  await put(at, 'staff/people.json', `{"${mark}":1}`)
  await put(at, 'staff/pepper.json', '{"sealed":"of the old computer"}')
  await put(at, 'catalogue/pictures/i1.png', randomBytes(200_000))
  await put(at, 'orders.jsonl', `{"${mark}":1}\n`)
  await put(at, 'sales/acct_1.jsonl', '')
  await put(at, 'sales/acct_1.counter.json', `{"id":"${mark}"}`)
  await put(at, 'sales/acct_1.terminal-session.json', '{}')
  await put(at, 'sales/acct_1.bills/2026-11.jsonl', '{"n":1}\n{"n":2}\n')
  await put(at, 'logs/main.log', 'not the counter’s')
  await put(at, 'Cache/data_0', 'not the counter’s')
  const [database, log] = await databaseOf(mark)
  await put(at, 'service/service.db', database)
  await put(at, 'service/service.db-wal', log)
  await put(at, 'service/service.lock', '')
  await put(at, 'service/vault-key.json', `{"key":"${mark}"}`)
}

const secrets = { pepper: 'cGVwcGVy', service_key: null }
const save = (rest: object = {}) => makeBackup({ folder, target, passphrase, about, secrets, logN, ...rest })
const openIn = (
  fresh: string,
  rest: Partial<Pick<Parameters<typeof openBackup>[0], 'file' | 'passphrase' | 'keychain' | 'free'>> = {},
) => openBackup({ file: target, passphrase, folder: fresh, keychain: keychain('new'), ...rest })

const filesOf = async (at: string): Promise<Readonly<Record<string, string>>> => {
  const names = await readdir(at, { recursive: true, withFileTypes: true })
  // A database's side files change when it is closed for good, at any time.
  const files = names
    .filter((one) => one.isFile() && !one.name.includes('.db'))
    .map((one) => join(one.parentPath, one.name))
  const entries = await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(path)
      const kept = bytes.length > 1_000 ? createHash('sha256').update(bytes).digest() : bytes
      return [path.slice(at.length + 1), kept.toString('base64')] as const
    }),
  )
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

test('a backup restored on another computer has the same data, with an identity of its own', async () => {
  expect(await save()).toMatchObject({ files: 11 })
  expect((await readFile(target)).includes(Buffer.from('counter_name'))).toBe(false)
  expect(await readdir(folder)).not.toContain('backup-staging')
  const fresh = await temporaryFolder('fresh')
  expect(await openIn(fresh)).toEqual({
    ok: true,
    value: {
      ...{ kind: 'countertop-backup', version: 1, ...about, sales: 2, files: 11 },
      ...{ replaces: 0, pins_lost: false },
    },
  })
  await prepareRestore(fresh, now)
  takeRestored(fresh)
  const before = await filesOf(folder)
  const after = await filesOf(fresh)
  for (const path of ['settings.json', 'staff/people.json', 'catalogue/pictures/i1.png', 'orders.jsonl']) {
    expect(after[path]).toBe(before[path])
  }
  expect(after['service/vault-key.json']).toBe(before['service/vault-key.json'])
  expect(
    Object.keys(after).filter((path) => /counter\.json|session|lock|logs|Cache|secrets|manifest/.test(path)),
  ).toEqual([])
  const pepper = JSON.parse(Buffer.from(after['staff/pepper.json'] ?? '', 'base64').toString())
  expect(keychain('new').open(Buffer.from(pepper.sealed, 'base64'))).toBe('cGVwcGVy')
  const database = new Libsql(join(fresh, 'service', 'service.db'), { readonly: true })
  expect(database.prepare('SELECT mark FROM sales').all()).toEqual([{ mark: 'old' }])
  database.close()
})

test('receipts of the restored counter use a new number series, chosen once', async () => {
  const journal = dataPaths(folder).sales('acct_1')
  const old = await openJournal(journal, quietLog)
  await old.close()
  await save()
  const fresh = await temporaryFolder('fresh')
  await openIn(fresh)
  await prepareRestore(fresh, now)
  takeRestored(fresh)
  const restored = await openJournal(dataPaths(fresh).sales('acct_1'), quietLog)
  await restored.close()
  expect(restored.numbering.series).not.toBe(old.numbering.series)
  const again = await openJournal(dataPaths(fresh).sales('acct_1'), quietLog)
  await again.close()
  expect(again.numbering).toEqual(restored.numbering)
})

test('the previous data of the computer is moved aside, and does not interfere', async () => {
  await save()
  const used = await temporaryFolder('used')
  await fill(used, 'its own')
  await put(used, 'printers.json', '{"only":"here"}')
  expect(await openIn(used)).toMatchObject({ value: { replaces: 2 } })
  await prepareRestore(used, now)
  takeRestored(used)
  const files = await filesOf(used)
  expect(Object.keys(files)).not.toContain('printers.json')
  const former = 'replaced-by-restore.20261123T120000000Z'
  expect(Buffer.from(files[`${former}/printers.json`] ?? '', 'base64').toString()).toBe('{"only":"here"}')
  expect(files[`${former}/settings.json`]).toBe(Buffer.from('{"counter_name":"its own"}').toString('base64'))
  expect(Object.keys(files)).toContain('logs/main.log')
})

test('a restore interrupted at any step is completed at the next start, or has changed nothing', async () => {
  await save()
  const used = await temporaryFolder('used')
  await fill(used, 'its own')
  await openIn(used)
  await prepareRestore(used, now)
  const whole = await temporaryFolder('whole')
  await cp(used, whole, { recursive: true })
  takeRestored(whole)
  const done = await filesOf(whole)
  // Kill the process after each move; an error during a move leaves the folder in the same state.
  for (let moves = 0; ; moves++) {
    const cut = await temporaryFolder('cut')
    await cp(used, cut, { recursive: true })
    const isCut = await killedAfter(moves, cut)
    takeRestored(cut)
    expect(await filesOf(cut)).toEqual(done)
    if (!isCut) break
  }
  // Nothing is changed before the mark is written.
  const unmarked = await temporaryFolder('unmarked')
  await fill(unmarked, 'its own')
  const before = await filesOf(unmarked)
  await openIn(unmarked)
  takeRestored(unmarked)
  expect(await filesOf(unmarked)).toEqual(before)
})

/** Runs in its own process, which SIGKILL ends at that move. @returns whether it was killed */
async function killedAfter(moves: number, at: string): Promise<boolean> {
  const program = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let left = ${moves}
    const { renameSync } = fs
    fs.renameSync = (from, to) => {
      if (left-- === 0) process.kill(process.pid, 'SIGKILL')
      renameSync(from, to)
    }
    syncBuiltinESMExports()
    const { takeRestored } = await import(process.env.PROGRAM)
    takeRestored(process.env.FOLDER)`
  const { bundleTypescript } = await import('../../../../scripts/lib/run-typescript.mjs')
  bundled ??= await bundleTypescript(join(process.cwd(), 'src-main/backup/take-restored.ts'))
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, PROGRAM: pathToFileURL(bundled).href, FOLDER: at },
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.on('exit', (...exit) => resolve(wasKilled(exit))))
}
let bundled: string | undefined

// On Windows a file that a scanner or another program has open is refused with such a code.
test.each(['EBUSY', 'EPERM'])('a backup that is refused with %s is not called damaged', async (code) => {
  const fresh = await temporaryFolder('fresh')
  const free = () => Promise.reject(Object.assign(new Error('refused'), { code }))
  expect(await openIn(fresh, { free })).toEqual({ ok: false, error: 'unreadable' })
})

test('a wrong passphrase, a file cut off anywhere, or a flipped byte anywhere changes nothing', async () => {
  await save()
  const fresh = await temporaryFolder('fresh')
  expect(await openIn(fresh, { passphrase: 'seven green umbrella' })).toEqual({
    ok: false,
    error: 'passphrase',
  })
  expect(await openIn(fresh, { file: join(fresh, 'none') })).toEqual({ ok: false, error: 'unreadable' })
  const whole = await readFile(target)
  const broken = join(dirname(target), 'broken')
  const opened = async (bytes: Uint8Array) => {
    await writeFile(broken, bytes)
    const found = await openIn(fresh, { file: broken })
    return found.ok ? 'opened' : found.error
  }
  for (const length of [0, 3, 20, 46, 47, 60, 70_000, whole.length - 1, whole.length - 17]) {
    expect(await opened(whole.subarray(0, length)), `cut at ${length}`).toMatch(/damaged|not_backup/)
  }
  expect(await opened(Buffer.concat([whole, Buffer.from('x')]))).toBe('damaged')
  for (const at of [0, 4, 5, 9, 30, 40, 48, 65_600, whole.length - 1]) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    expect(await opened(flipped), `flipped at ${at}`).toMatch(/damaged|not_backup|newer|passphrase/)
  }
  expect(await opened(Buffer.from('{"kind":"countertop-profile"}'))).toBe('not_backup')
  expect(await readdir(fresh)).toEqual([])
})

test('an unknown part is damage in a current backup, and a sign of a newer version in a later one', async () => {
  const openWith = async (path: string, version: number) => {
    const files = [
      {
        path: 'manifest.json',
        from: JSON.stringify({ ...about, kind: 'countertop-backup', version, sales: 0 }),
      },
      { path: 'secrets.json', from: JSON.stringify(secrets) },
      { path, from: '{}' },
    ].map((file) => ({ ...file, from: Buffer.from(file.from) }))
    const bytes: Buffer[] = []
    for await (const part of sealStream(pack(files), passphrase, logN)) bytes.push(part)
    await writeFile(target, Buffer.concat(bytes))
    const opened = await openIn(folder)
    return opened.ok ? 'opened' : opened.error
  }
  const before = await filesOf(folder)
  expect(await openWith('counter/settings.json', 1)).toBe('opened')
  for (const path of ['counter/logs/main.log', 'counter/settings.json.bak', 'settings.json', 'counter'])
    expect(await openWith(path, 1), path).toBe('damaged')
  expect(await openWith('counter/loyalty.json', 2)).toBe('newer')
  expect(await filesOf(folder)).toEqual(before)
})

test('swapped pieces and pieces of another backup are detected', async () => {
  const bytes = async (text: Buffer) => {
    const parts: Buffer[] = []
    for await (const part of sealStream(one(text), passphrase, logN)) parts.push(part)
    return parts
  }
  const [header, first, second, last] = await bytes(randomBytes(150_000))
  const other = await bytes(randomBytes(150_000))
  const read = async (parts: readonly (Buffer | undefined)[]) => {
    let length = 0
    for await (const part of openStream(
      one(Buffer.concat(parts.filter((part) => part !== undefined))),
      passphrase,
    ))
      length += part.length
    return length
  }
  expect(await read([header, first, second, last])).toBe(150_000)
  for (const parts of [
    [header, second, first, last],
    [header, first, last],
    [header, first, other[2], last],
    [header, first, second],
  ]) {
    await expect(read(parts)).rejects.toThrow(SealedError)
  }
})

test('opening a file uses no more memory than one of our backups needs', async () => {
  await save()
  const bytes = await readFile(target)
  // log2 N of 18 and 20 would need 256 MB and 1 GB.
  for (const asked of [18, 20, 255]) {
    bytes[5] = asked
    await expect(openStream(one(bytes), passphrase).next()).rejects.toMatchObject({ problem: 'damaged' })
  }
})

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

test('a backup that cannot be written leaves no file, and the counter unchanged', async () => {
  const before = await filesOf(folder)
  await expect(save({ target: join(target, 'no folder', 'x') })).rejects.toThrow('ENOENT')
  // A full device that the system offers for tests.
  await expect(save({ target: '/dev/full/x' })).rejects.toThrow()
  expect(await filesOf(folder)).toEqual(before)
  await save()
  const kept = await readFile(target)
  await mkdir(`${target}.new`)
  await expect(save()).rejects.toThrow()
  expect(await readFile(target)).toEqual(kept)
})

test('the files in a backup match each other even while the counter sells', async () => {
  const to = await temporaryFolder('copy')
  const journal = join(folder, 'sales', 'acct_1.jsonl')
  const ledger = join(folder, 'sales', 'acct_1.drawer.jsonl')
  let selling = true
  const sells = (async () => {
    for (let sale = 1; selling; sale++) {
      await appendFile(journal, `${sale}\n`)
      await appendFile(ledger, `${sale}\n`)
      await new Promise((resolve) => setTimeout(resolve, sale % 10 === 0 ? 60 : 0))
    }
  })()
  const paths = await copyStanding(folder, to, async () => [])
  selling = false
  await sells
  expect(paths).toContain('sales/acct_1.drawer.jsonl')
  const last = async (path: string) =>
    (await readFile(join(to, 'sales', path), 'utf8')).trim().split('\n').at(-1)
  const [written, booked] = [Number(await last('acct_1.jsonl')), Number(await last('acct_1.drawer.jsonl'))]
  expect(written - booked).toBeLessThanOrEqual(1)
  expect(written - booked).toBeGreaterThanOrEqual(0)
  expect((await stat(join(to, 'sales'))).isDirectory()).toBe(true)
})

test('a restore is recorded in the audit log, even if the program is killed before it is written', async () => {
  await save()
  const fresh = await temporaryFolder('fresh')
  await openIn(fresh)
  await prepareRestore(fresh, now)
  // Started twice and killed both times, before anything is written.
  for (const _start of ['first', 'second']) expect(takeRestored(fresh)).toBe(true)
  const { audit: path } = dataPaths(fresh)
  const audit = openAuditTrail({ path, now: () => now, log: quietLog })
  await mkdir(path, { recursive: true })
  await recordRestored(audit, fresh, quietLog)
  expect(takeRestored(fresh)).toBe(true)
  await rm(path, { recursive: true })
  await recordRestored(audit, fresh, quietLog)
  await audit.close()
  expect(takeRestored(fresh)).toBe(false)
  expect((await readFile(path, 'utf8')).match(/backup\.restored/g)).toHaveLength(1)
})

test('no backup begins if it would leave too little disk space for sales', async () => {
  await save()
  const kept = await readFile(target)
  const free = async () => reserveBytes + 1_000
  await expect(save({ free })).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await readFile(target)).toEqual(kept)
  expect(await readdir(folder)).not.toContain('backup-staging')
  const fresh = await temporaryFolder('fresh')
  expect(await openBackup({ file: target, passphrase, folder: fresh, keychain: null, free })).toEqual({
    ok: false,
    error: 'disk_full',
  })
  expect(await readdir(fresh)).toEqual([])
})

test('the remains of an interrupted backup are removed at the next start', async () => {
  await put(folder, 'backup-staging/service/service.db', 'half of it')
  takeRestored(folder)
  expect(await readdir(folder)).not.toContain('backup-staging')
})

test('without a keychain, the preview reports that PINs made with a keychain will be lost', async () => {
  await save()
  const fresh = await temporaryFolder('fresh')
  expect(await openIn(fresh, { keychain: null })).toMatchObject({ value: { pins_lost: true } })
  expect(await readdir(stagedFolder(fresh))).toContain('manifest.json')
  await expect(stat(restoreMark(fresh))).rejects.toThrow('ENOENT')
})
