import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The libraries of Microsoft's compiler that are not a part of Windows. */
const runtime = /\b(?:vcruntime140(?:_1)?|msvcp140)\.dll\b/gi

/**
 * Puts Microsoft's Visual C++ runtime beside each native module that is linked with it, where Windows looks for it
 * first. A Windows without it, as a new computer is, would not load the module: there would be no service in the
 * counter.
 *
 * @param {{ modules: string, system: string }} folders of the packed native modules, and of this Windows' libraries
 * @returns {Promise<readonly string[]>} the copied files
 */
export const addVisualCRuntime = async ({ modules, system }) => {
  const entries = await readdir(modules, { recursive: true, withFileTypes: true })
  const copied = []
  for (const { name, parentPath } of entries.filter(
    (entry) => entry.isFile() && entry.name.endsWith('.node'),
  )) {
    const module = await readFile(join(parentPath, name))
    const needed = new Set(librariesIn(module))
    for (const library of needed) {
      const from = join(system, library)
      const bytes = await readFile(from).catch(() => null)
      if (bytes === null || processorOf(bytes) !== processorOf(module))
        throw new Error(
          `${name} needs ${library} for its processor, and ${from} is not that. Install Microsoft's Visual C++ Redistributable on this computer, and package again.`,
        )
      await copyFile(from, join(parentPath, library))
      copied.push(join(parentPath, library))
      // One of them may need another: those are visited next.
      for (const other of librariesIn(bytes)) needed.add(other)
    }
  }
  return copied
}

/** @param {Buffer} program @returns {readonly string[]} the libraries of the runtime that it names */
const librariesIn = (program) =>
  (program.toString('latin1').match(runtime) ?? []).map((one) => one.toLowerCase())

/** @param {Buffer} program @returns {number | null} the processor's number in the header; null: not a Windows program */
const processorOf = (program) => {
  const header = program.length < 64 ? Number.NaN : program.readUInt32LE(60)
  return header + 6 <= program.length ? program.readUInt16LE(header + 4) : null
}
