import { expect, test } from 'vitest'
import { changeableFiles } from '../../../../src-main/security/program-files.ts'

const files = {
  program: '/opt/Countertop/countertop',
  resources: '/opt/Countertop/resources',
  archive: '/opt/Countertop/resources/app.asar',
  image: null,
}
const writable =
  (...paths: readonly string[]) =>
  async (path: string): Promise<void> => {
    if (!paths.includes(path)) throw new Error('EACCES')
  }

test('a program owned by root has no files that its user can change', async () => {
  expect(await changeableFiles(files, writable())).toEqual([])
})

test.each(['/opt/Countertop', files.program, files.resources, files.archive])(
  'a program with a user-writable %s is detected',
  async (path) => {
    expect(await changeableFiles(files, writable(path))).toEqual([path])
  },
)

test('of an AppImage, only the file itself counts, since its content is mounted read-only', async () => {
  const image = '/home/shop/Countertop.AppImage'
  expect(await changeableFiles({ ...files, image }, writable())).toEqual([])
  expect(await changeableFiles({ ...files, image }, writable(image, files.program))).toEqual([image])
})
