import { expect, test } from 'vitest'
import { createFullDisk } from '../../../src-service/full-disk.ts'
import { refuseOverload } from '../../../src-service/http/overload.ts'
import { commitError } from '../../../src-service/store/postgres/failures.ts'

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
const write = { method: 'POST', access: 'write' } as const

function diskOf(free: { bytes: number }) {
  const time = { now: 0 }
  return {
    time,
    disk: createFullDisk(
      () => free.bytes,
      () => time.now,
    ),
  }
}

test('a request is refused before it starts only after a commit has failed, and until there is space', () => {
  const free = { bytes: 0 }
  const { time, disk } = diskOf(free)
  expect(disk.refuse(write)).toBeNull()
  expect(disk.errorOf(full, 0)?.code).toBe('internal')
  expect(disk.refuse(write)).toMatchObject({ code: 'overloaded', retryAfter: 5 })
  expect(disk.refuse({ method: 'GET', access: 'read' })).toBeNull()
  // Searches.
  expect(disk.refuse({ method: 'POST', access: 'read' })).toBeNull()
  free.bytes = 50_000_000
  time.now = 600
  expect(disk.refuse(write)).toBeNull()
})

test('a request that is too large for the space that is left stops no other', () => {
  const { disk } = diskOf({ bytes: 5_000_000 })
  expect(disk.errorOf(full, 0)).not.toBeNull()
  expect(disk.refuse(write)).toBeNull()
})

test('that nothing was stored is stated only if nothing at all was stored since the request began', () => {
  const { disk } = diskOf({ bytes: 0 })
  expect(disk.errorOf(full, disk.written())?.message).toContain('nothing of this attempt was stored')
  const before = disk.written()
  disk.reportWritten()
  expect(disk.errorOf(full, before)?.message).toContain('it is unclear how much')
})

test('a refusal says nothing about an earlier attempt with the same key, which may have moved money', () => {
  const { disk } = diskOf({ bytes: 0 })
  disk.errorOf(full, 0)
  for (const refused of [disk.refuse(write), refuseOverload(write, { waiting: () => 1_000_000 })]) {
    expect(refused?.message).not.toContain('request was not carried out')
    expect(refused?.message).toContain(
      'This attempt was not carried out; an earlier one with the same x-idempotency-key may have been.',
    )
  }
})

test('another error is not about the disk', () => {
  const { disk } = diskOf({ bytes: 0 })
  expect(disk.errorOf(new Error('database or disk is full'), 0)).toBeNull()
  expect(disk.refuse(write)).toBeNull()
})

test('a full disk of PostgreSQL is recognized, and its requests are not refused by the disk of this computer', () => {
  const reported = Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' })
  const disk = createFullDisk(null, () => 0)
  expect(disk.errorOf(commitError(reported), 0)?.code).toBe('internal')
  expect(disk.refuse(write)).toBeNull()
  const other = Object.assign(new Error('…'), { code: '53200', severity: 'ERROR' })
  expect(disk.errorOf(commitError(other), 0)).toBeNull()
})
