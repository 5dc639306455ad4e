import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleTypescript } from '../../../../scripts/lib/run-typescript.mjs'
import { openBackupService } from '../../../../src-main/backup/backup-service.ts'
import { makeBackup } from '../../../../src-main/backup/make-backup.ts'
import { openBackup } from '../../../../src-main/backup/restore-backup.ts'
import { takeRestored } from '../../../../src-main/backup/take-restored.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { idleCounter } from '../../../../src-shared/pos/at-start.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const passphrase = 'seven green umbrellas'
const secrets = { pepper: null, service_key: null }
const about = {
  ...{ made_at: '2026-11-23T12:00:00.000Z', program: '0.1.0' },
  ...{ shop: 'Harbor', counter: 'Bar', training: true },
}
const pictureBytes = 200_000

let program: string
let folder: string
let stick: string
let target: string
beforeAll(async () => {
  program = await bundleTypescript(join(process.cwd(), 'src-main/backup/make-backup.ts'))
})
beforeEach(async () => {
  folder = await temporaryFolder('counter')
  stick = await temporaryFolder('stick')
  target = join(stick, 'bar.countertop-backup')
  await mkdir(join(folder, 'catalogue', 'pictures'), { recursive: true })
  await mkdir(join(folder, 'service'))
  await writeFile(join(folder, 'settings.json'), '{"counter_name":"Bar"}')
  for (const name of ['i1.png', 'i2.png'])
    await writeFile(join(folder, 'catalogue', 'pictures', name), randomBytes(pictureBytes))
  const database = new Libsql(join(folder, 'service', 'service.db'))
  database.exec('CREATE TABLE sales (cents INTEGER); INSERT INTO sales VALUES (450)')
  database.close()
})

/** All files below a folder, with their contents. */
async function filesOf(at: string): Promise<Readonly<Record<string, string>>> {
  const found = await readdir(at, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const held = await Promise.all(
    files.toSorted().map(async (path) => [path, (await readFile(path)).toString('base64')] as const),
  )
  return Object.fromEntries(held)
}

const save = () => makeBackup({ folder, target, passphrase, about, secrets, logN: 10 })

/**
 * Saves a backup in its own process, and returns what that process printed.
 * @param before code that runs in the process first
 * @param limit a program that runs the process, with its arguments
 */
async function saveElsewhere(before: string, limit: readonly string[] = []) {
  const code = `
    ${before}
    const { makeBackup } = await import(process.env.PROGRAM)
    try {
      await makeBackup(JSON.parse(process.env.OPTIONS))
      console.log(JSON.stringify({ saved: true }))
    } catch (error) {
      console.log(JSON.stringify({ code: error.code, path: error.path }))
    }`
  const [command = process.execPath, ...args] = [...limit, process.execPath]
  const OPTIONS = JSON.stringify({ folder, target, passphrase, about, secrets, logN: 10 })
  const child: ChildProcess = spawn(command, [...args, '--input-type=module', '-e', code], {
    env: { ...process.env, PROGRAM: `file://${program}`, OPTIONS },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const signal = await new Promise((resolve) => child.on('close', (_code, by) => resolve(by)))
  return { signal, answer: printed === '' ? null : (JSON.parse(printed) as unknown) }
}

/** A limit in blocks of 512 bytes: more than any single file of the counter, less than all of them together. */
const someBlocks = Math.ceil((pictureBytes * 1.5) / 512)

test('a disk that is full during a backup leaves no partial backup, and the previous one unchanged', async () => {
  await save()
  const counter = await filesOf(folder)
  const written = await filesOf(stick)
  const limited = ['/bin/sh', '-c', `ulimit -f ${someBlocks} && exec "$0" "$@"`]
  const { answer } = await saveElsewhere('', limited)
  expect(answer).toEqual({ code: 'EFBIG', path: `${target}.new` })
  expect(await filesOf(stick)).toEqual(written)
  expect(await filesOf(folder)).toEqual(counter)
})

test('killed at any write, a backup leaves the previous one unchanged, and the next one can be made', async () => {
  await save()
  const counter = await filesOf(folder)
  const former = await readFile(target)
  const kill = (left: number) => `
    import fs from 'node:fs'
    let left = ${left}
    for (const name of ['write', 'writev']) {
      const real = fs[name]
      fs[name] = (file, ...rest) => {
        if (file > 2 && left-- === 0) process.kill(process.pid, 'SIGKILL')
        return real(file, ...rest)
      }
    }`
  let kills = 0
  for (; ; kills++) {
    const { signal, answer } = await saveElsewhere(kill(kills))
    if (signal === null) {
      expect(answer).toEqual({ saved: true })
      break
    }
    expect(signal).toBe('SIGKILL')
    expect((await readFile(target)).equals(former)).toBe(true)
    // At the next start, temporary files next to the counter's files are removed.
    expect(takeRestored(folder)).toBe(false)
    expect(await filesOf(folder)).toEqual(counter)
    await expect.poll(() => readdir(stick)).toEqual(['bar.countertop-backup'])
  }
  expect(kills).toBeGreaterThan(1)
  const fresh = await temporaryFolder('fresh')
  expect(await openBackup({ file: target, passphrase, folder: fresh, keychain: null })).toMatchObject({
    ok: true,
  })
})

test('a failed backup reports which of the two disks is full', async () => {
  const present = () =>
    ({
      ...idleCounter,
      merchant_name: 'Harbor',
      training: true,
      settings: { counter_name: 'Bar' },
    }) as Snapshot
  const saveAt = (path: string) =>
    openBackupService({
      ...{ folder, paths: dataPaths(folder), keychain: null, version: '0.1.0', log: quietLog, now: Date.now },
      ...{
        present,
        chooseFile: async () => path,
        chooseBackup: async () => null,
        restart: () => true,
        logN: 10,
      },
    }).save(passphrase)
  expect(await saveAt(join(stick, 'gone', 'x'))).toEqual({
    ...{ kind: 'not_saved', why: 'unwritable', place: join(stick, 'gone') },
  })
  // The system's full device in place of the file being written.
  await symlink('/dev/full', `${target}.new`)
  expect(await saveAt(target)).toEqual({ kind: 'not_saved', why: 'disk_full', place: stick })
  expect(await readdir(stick)).toEqual([])
})
