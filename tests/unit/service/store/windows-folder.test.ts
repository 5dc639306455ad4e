import { expect, test } from 'vitest'
import { whyOpenOnWindows } from '../../../../src-service/store/data-directory.ts'
import { closeOnWindows } from '../../../../src-service/store/windows-folder.ts'

/** Windows, which answers in German and knows this user. */
function windows(answer = '"büro\\kasse","S-1-5-21-1004336348-1177238915-682003330-1001"\r\n') {
  const ran: (readonly [string, readonly string[]])[] = []
  const run = (program: string, args: readonly string[]) => {
    ran.push([program, args])
    return program === 'whoami.exe' ? answer : ''
  }
  return { ran, run }
}

test('a new data folder on Windows inherits no rights, and is only for its user, the system and administrators', () => {
  const { ran, run } = windows()
  closeOnWindows('D:\\Payments data', run)
  const [, icacls] = ran
  expect(icacls).toEqual([
    'icacls.exe',
    [
      ...['D:\\Payments data', '/inheritance:r', '/grant:r'],
      ...['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F'],
      ...['*S-1-5-21-1004336348-1177238915-682003330-1001:(OI)(CI)F', '/Q'],
    ],
  ])
})

test('no rights are changed if the user is not known: the service would lose its own folder', () => {
  const { ran, run } = windows('')
  expect(() => closeOnWindows('D:\\data', run)).toThrow('user')
  expect(ran.map(([program]) => program)).toEqual(['whoami.exe'])
})

test('the rights of a folder that existed are its owner’s, and a drive without rights is reported, not refused', () => {
  const refuse = () => {
    throw new Error('icacls: the drive has no rights')
  }
  expect(whyOpenOnWindows('D:\\data', false, refuse)).toBeNull()
  expect(whyOpenOnWindows('D:\\data', true, refuse)).toBe('icacls: the drive has no rights')
  expect(whyOpenOnWindows('D:\\data', true, () => undefined)).toBeNull()
})
