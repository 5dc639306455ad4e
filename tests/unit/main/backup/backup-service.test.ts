import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type BackupServiceOptions, openBackupService } from '../../../../src-main/backup/backup-service.ts'
import { restoreMark, stagedFolder, takeRestored } from '../../../../src-main/backup/take-restored.ts'
import { openKey, readStoredService } from '../../../../src-main/live-service/stored-service.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { idleCounter } from '../../../../src-shared/pos/at-start.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const passphrase = 'seven green umbrellas'
const keychain = {
  seal: (text: string) => Buffer.from(text).reverse(),
  open: (sealed: Uint8Array) => Buffer.from(sealed).reverse().toString(),
}
const place = {
  ...{ url: 'https://pay.example.com', account_id: 'acct_1', merchant_id: 'mrch_1', merchant_name: 'Harbor' },
  ...{ real_money: true, certificate: null },
}
const ready = {
  ...idleCounter,
  ...{ merchant_name: 'Harbor', training: false, settings: { counter_name: 'Bar' } },
} as Snapshot

async function counter(rest: Partial<BackupServiceOptions> = {}) {
  const folder = await temporaryFolder('counter')
  const paths = dataPaths(folder)
  const file = join(await temporaryFolder('stick'), 'bar.countertop-backup')
  await mkdir(join(folder, 'sales'))
  await writeFile(paths.settings, '{"counter_name":"Bar"}')
  const sealed_key = keychain.seal(
    JSON.stringify({
      key: 'sk_secret_of_the_service',
      place: JSON.stringify([place.url, place.account_id, place.merchant_id, null, true]),
    }),
  )
  await writeFile(paths.liveService, JSON.stringify({ ...place, sealed_key: sealed_key.toString('base64') }))
  const service = openBackupService({
    ...{ folder, paths, keychain, version: '0.1.0', log: quietLog, now: Date.now, logN: 10 },
    present: () => ready,
    chooseFile: async () => file,
    chooseBackup: async () => file,
    restart: () => true,
    ...rest,
  })
  expect(await service.save(passphrase)).toMatchObject({ kind: 'saved' })
  return { folder, paths, service }
}

test('a restore that could not restart at first is carried out when it is requested again', async () => {
  let free = false
  const { folder, paths, service } = await counter({ restart: () => free })
  await service.open(passphrase)
  expect(await service.restore()).toMatchObject({ ok: false })
  await writeFile(paths.settings, '{"counter_name":"changed since"}')
  free = true
  expect(await service.restore()).toMatchObject({ ok: true })
  expect(takeRestored(folder)).toBe(true)
  expect(await readFile(paths.settings, 'utf8')).toBe('{"counter_name":"Bar"}')
})

test('a restore that is blocked by a payment is withdrawn, so that later sales stay in the books', async () => {
  const { folder, paths, service } = await counter({ restart: () => false })
  await service.open(passphrase)
  expect(await service.restore()).toMatchObject({ ok: false, error: { code: 'not_now' } })
  await writeFile(paths.sales('acct_1'), 'sold afterwards\n')
  expect(takeRestored(folder)).toBe(false)
  expect(await readFile(paths.sales('acct_1'), 'utf8')).toBe('sold afterwards\n')
  expect((await readdir(folder)).filter((name) => name.startsWith('re'))).toEqual([])
})

test('when a sale begins while a restore is prepared, the restore is refused and the sale continues', async () => {
  let asked = 0
  const { folder, service } = await counter({
    present: () => (asked++ > 1 ? ({ ...ready, bill: {} } as Snapshot) : ready),
  })
  asked = 0
  await service.open(passphrase)
  expect(await service.restore()).toMatchObject({ ok: false })
  expect(await readdir(folder)).not.toContain('restore.ready.json')
})

test('an opened backup leaves no readable service key on the disk', async () => {
  const { folder, paths, service } = await counter()
  expect(await service.open(passphrase)).toMatchObject({ kind: 'opened', preview: { files: 2 } })
  const staged = await readdir(stagedFolder(folder), { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    staged.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')),
  )
  expect(texts.length).toBe(3)
  expect(texts.join()).not.toContain('sk_secret_of_the_service')
  await service.restore()
  takeRestored(folder)
  const stored = readStoredService(paths.liveService)
  expect(stored === null || stored === 'damaged' ? null : openKey(stored, keychain)).toBe(
    'sk_secret_of_the_service',
  )
})

test('concurrent saves and opens run one after the other, and only one of two restores is carried out', async () => {
  let restarts = 0
  const { folder, service } = await counter({ restart: () => ++restarts > 0 })
  const [saved, opened, again] = await Promise.all([
    service.save(passphrase),
    service.open(passphrase),
    service.save(passphrase),
  ])
  expect([saved?.kind, opened?.kind, again?.kind]).toEqual(['saved', 'opened', 'saved'])
  const [first, second] = await Promise.all([service.restore(), service.restore()])
  expect([first.ok, second.ok, restarts]).toEqual([true, false, 1])
  expect(await readFile(restoreMark(folder), 'utf8')).toContain('service-choice.json')
})
