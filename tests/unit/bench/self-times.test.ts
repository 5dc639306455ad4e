import { describe, expect, it } from 'vitest'
import { areaOf, type CpuProfile, selfTimes, withSources } from '../../bench/support/self-times.ts'

const frame = (functionName: string, url: string, lineNumber = 0) => ({
  ...{ functionName, url, lineNumber, columnNumber: 0 },
})
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('commit', 'file:///app/dist/service/main.js', 9) },
    { id: 3, callFrame: frame('(garbage collector)', '') },
  ],
  samples: [1, 2, 3, 2],
  timeDeltas: [1000, 200, 100, 100],
}

describe('a profile', () => {
  it('counts only the time in which the thread was busy', () => {
    expect(selfTimes(profile).functions).toEqual([
      ['commit service/main.js:10', 0.75],
      ['(garbage collector)', 0.25],
    ])
  })

  it('names the original source files', () => {
    const sourced = withSources(profile, (url) =>
      url === '' ? null : { path: 'src-service/store/sqlite/group-commit.ts', line: 41 },
    )
    expect(selfTimes(sourced).functions[0]).toEqual(['commit sqlite/group-commit.ts:42', 0.75])
    expect(selfTimes(sourced).areas).toEqual([
      ['src-service/store', 0.75],
      ['(garbage collector)', 0.25],
    ])
  })

  it('assigns frames to libraries, our folders and areas outside JavaScript', () => {
    expect(areaOf(frame('parse', 'file:///app/node_modules/@fastify/ajv/x.js'))).toBe('@fastify/ajv')
    expect(areaOf(frame('parse', '../node_modules/zod/v4/core.js'))).toBe('zod')
    expect(areaOf(frame('start', '/app/src-service/app.ts'))).toBe('src-service')
    expect(areaOf(frame('statementRun', ''))).toBe('native code (SQLite, JSON, sockets)')
    expect(areaOf(frame('onread', 'node:net'))).toBe("node's own modules")
  })
})
