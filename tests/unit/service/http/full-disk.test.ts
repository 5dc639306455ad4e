import { expect, test } from 'vitest'
import { createFullDisk, freeBytesIn } from '../../../../src-service/http/full-disk.ts'
import { refuseWrite } from '../../../../src-service/http/refuse-write.ts'
import { commitError } from '../../../../src-service/store/postgres/failures.ts'

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
const idle = { waiting: () => 0 }

function diskOf(free: { bytes: number | null }) {
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
  expect(disk.isFull()).toBe(false)
  expect(disk.errorOf(full, 0)?.code).toBe('internal')
  expect(refuseWrite(idle, disk)).toMatchObject({ code: 'overloaded', retryAfter: 5 })
  free.bytes = 50_000_000
  time.now = 600
  expect(disk.isFull()).toBe(false)
})

test('a request that is too large for the space that is left stops no other', () => {
  const { disk } = diskOf({ bytes: 5_000_000 })
  expect(disk.errorOf(full, 0)).not.toBeNull()
  expect(disk.isFull()).toBe(false)
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
  for (const refused of [refuseWrite(idle, disk), refuseWrite({ waiting: () => 1_000_000 }, disk)]) {
    expect(refused?.message).not.toContain('request was not carried out')
    expect(refused?.message).toContain(
      'This attempt was not carried out; an earlier one with the same x-idempotency-key may have been.',
    )
  }
})

test('another error is not about the disk', () => {
  const { disk } = diskOf({ bytes: 0 })
  expect(disk.errorOf(new Error('database or disk is full'), 0)).toBeNull()
  expect(disk.isFull()).toBe(false)
})

test('a full disk of PostgreSQL is recognized, and its requests are not refused by the disk of this computer', () => {
  const reported = Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' })
  const disk = createFullDisk(null, () => 0)
  expect(disk.errorOf(commitError(reported), 0)?.code).toBe('internal')
  expect(disk.isFull()).toBe(false)
  const other = Object.assign(new Error('…'), { code: '53200', severity: 'ERROR' })
  expect(disk.errorOf(commitError(other), 0)).toBeNull()
})

test('where the free space cannot be measured, nothing is refused: the next commit shows whether there is space', () => {
  const { disk } = diskOf({ bytes: null })
  disk.errorOf(full, 0)
  expect(disk.isFull()).toBe(false)
  expect(freeBytesIn('/a folder that does not exist')).toBeNull()
})
