import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildNodeProgram } from '../../scripts/lib/build-node.mjs'
import { blocksOf, expectedOf } from './support/tour-blocks.ts'

const root = join(import.meta.dirname, '../..')
const blocks = blocksOf(readFileSync(join(root, 'docs/api/tour.md'), 'utf8'))

const hasCurl = (() => {
  try {
    return execFileSync('curl', ['--version'], { encoding: 'utf8' }).startsWith('curl ')
  } catch {
    return false
  }
})()

let shell: ChildProcess
let folder: string
let programs: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tour-'))
  // Within the repository, so that the program finds its native modules.
  mkdirSync(join(root, '.cache'), { recursive: true })
  programs = mkdtempSync(join(root, '.cache', 'tour-'))
  const service = join(programs, 'main.js')
  await buildNodeProgram({ entry: 'src-service/main.ts', outfile: service, production: true })
  // Replaces `npm run service`: its set-up is skipped, and the service that was just built is started.
  const prefixed = `[ "$1 $2" = "--prefix ${root}" ] || { echo "no package.json in $PWD" >&2; exit 1; }`
  command(
    'npm',
    `${prefixed}\nwhile [ "$1" != -- ]; do shift; done; shift\nexec "${process.execPath}" "${service}" "$@"`,
  )
  if (!hasCurl)
    command('curl', `exec "${process.execPath}" "${join(import.meta.dirname, 'support/curl.mjs')}" "$@"`)
  shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', COUNTERTOP: root, PATH: `${programs}${delimiter}${process.env.PATH}` },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own: whatever the tour leaves running ends with it.
    detached: true,
  })
})
afterAll(async () => {
  const ended = new Promise((resolve) => shell.once('close', resolve))
  if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
  rmSync(programs, { recursive: true, force: true })
})

function command(name: string, script: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(programs, name), 0o755)
}

const endMark = '--- end of the block ---'

/** Runs a block in the tour's shell. @throws with its output when it fails */
async function run(script: string): Promise<string> {
  let [out, err] = ['', '']
  const done = new Promise<number>((resolve, reject) => {
    shell.once('close', () => reject(new Error(`the shell ended: ${err}`)))
    shell.stderr?.on('data', (chunk) => {
      err += String(chunk)
    })
    shell.stdout?.on('data', (chunk) => {
      out += String(chunk)
      const [, code] = new RegExp(`${endMark} (\\d+)\n$`).exec(out) ?? []
      if (code !== undefined) resolve(Number(code))
    })
  })
  shell.stdin?.write(`${script}\nended=$?; echo; echo "${endMark} $ended"\n`)
  const code = await done
  shell.removeAllListeners('close')
  shell.stdout?.removeAllListeners('data')
  shell.stderr?.removeAllListeners('data')
  if (code !== 0) throw new Error(`ended with ${code}: ${out}${err}`)
  return out.slice(0, out.lastIndexOf(endMark)).trim()
}

describe(`the tour in docs/api, with ${hasCurl ? 'curl' : "the tests' stand-in for curl, which sends the same"}`, () => {
  test('the tour has blocks to run, and nearly all show their output', () => {
    expect(blocks.length).toBeGreaterThan(10)
    expect(blocks.filter((block) => block.answer !== null).length).toBeGreaterThanOrEqual(blocks.length - 3)
  })

  for (const { title, script, answer } of blocks) {
    test(title, async () => {
      const printed = await run(script)
      if (answer === null) expect(printed).toBe('')
      else expect(JSON.parse(printed)).toMatchObject(expectedOf(answer))
    })
  }
})
