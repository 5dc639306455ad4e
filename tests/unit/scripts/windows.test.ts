import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { npm } from '../../../scripts/lib/run.mjs'
import { addVisualCRuntime } from '../../../scripts/lib/visual-c-runtime.mjs'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [x64, arm64] = [0x8664, 0xaa64]

/** The header of a Windows program, and the names that it imports. */
function program(processor: number, imports: string): Buffer {
  const header = Buffer.alloc(80)
  header.write('MZ')
  header.writeUInt32LE(64, 60)
  header.write('PE\0\0', 64)
  header.writeUInt16LE(processor, 68)
  return Buffer.concat([header, Buffer.from(imports)])
}

async function packed(processorOfSystem: number) {
  const folder = await temporaryFolder('packed')
  const [modules, system] = [join(folder, 'modules'), join(folder, 'System32')]
  const [database, serial] = [join(modules, '@libsql', 'win32-x64-msvc'), join(modules, 'serial')]
  for (const one of [database, serial, system]) await mkdir(one, { recursive: true })
  await writeFile(join(database, 'index.node'), program(x64, '\0KERNEL32.dll\0VCRUNTIME140.dll\0'))
  await writeFile(join(serial, 'bindings.node'), program(x64, '\0KERNEL32.dll\0'))
  await writeFile(join(system, 'vcruntime140.dll'), program(processorOfSystem, 'the runtime'))
  return { modules, system, database }
}

test('a native module that needs the Visual C++ runtime gets it beside it, others do not', async () => {
  const { modules, system, database } = await packed(x64)
  const copied = await addVisualCRuntime({ modules, system })
  expect(copied).toEqual([join(database, 'vcruntime140.dll')])
  expect(await readFile(copied[0] ?? '', 'latin1')).toContain('the runtime')
})

test('a library of the runtime that needs another one gets that too', async () => {
  const { modules, system, database } = await packed(x64)
  await writeFile(join(database, 'index.node'), program(x64, '\0MSVCP140.dll\0VCRUNTIME140.dll\0'))
  await writeFile(join(system, 'msvcp140.dll'), program(x64, '\0MSVCP140.dll\0VCRUNTIME140_1.dll\0'))
  await writeFile(join(system, 'vcruntime140_1.dll'), program(x64, '\0VCRUNTIME140.dll\0'))
  const copied = await addVisualCRuntime({ modules, system })
  expect(copied.map((path) => basename(path)).sort()).toEqual([
    ...['msvcp140.dll', 'vcruntime140.dll', 'vcruntime140_1.dll'],
  ])
})

test('packaging stops where the runtime is missing, or is for another processor', async () => {
  const { modules, system } = await packed(arm64)
  await expect(addVisualCRuntime({ modules, system })).rejects.toThrow('Visual C++ Redistributable')
  await expect(addVisualCRuntime({ modules, system: modules })).rejects.toThrow('vcruntime140.dll')
})

test('npm is started through the shell on Windows, unless it started us', () => {
  const shell = 'C:\\Windows\\system32\\cmd.exe'
  expect(npm(['ci'], { platform: 'win32', env: { ComSpec: shell } })).toEqual({
    command: shell,
    args: ['/d', '/s', '/c', 'npm', 'ci'],
  })
  const npm_execpath = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'
  expect(npm(['ci'], { platform: 'win32', env: { npm_execpath } })).toEqual({
    command: process.execPath,
    args: [npm_execpath, 'ci'],
  })
  // Another package manager has a program of its own there.
  expect(npm(['ci'], { platform: 'linux', env: { npm_execpath: '/usr/lib/yarn.js' } }).command).toBe('npm')
})
