import { createVitest, type TestModule } from 'vitest/node'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import type { MutantAnswer, MutantQuestion } from './mutant-messages.ts'

/**
 * Runs Vitest in a process of its own, which its parent asks about one mutant after another (./try-mutants.ts): the
 * imports of the tests are transformed once for all mutants.
 */
const vitest = await createVitest('test', {
  config: fromRoot('tests/mutants/vitest.config.ts'),
  watch: false,
  bail: 1,
  reporters: [{}],
})
await vitest.standalone()
await vitest.globTestSpecifications()
const project = vitest.getRootProject()

function nameOfFailure(modules: readonly TestModule[]): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed'))
      return `${module.relativeModuleId}: ${test.fullName}`
    if (!module.ok()) return `${module.relativeModuleId} (the file itself)`
  }
  return null
}

async function answer({ mutant, tests }: MutantQuestion): Promise<MutantAnswer> {
  const file = fromRoot(mutant.file)
  process.env.COUNTERTOP_MUTANT = JSON.stringify(mutant)
  process.env.COUNTERTOP_MUTANT_TESTS = JSON.stringify(tests)
  vitest.invalidateFile(file)
  // Otherwise a failure of an earlier run would count for this one, and no test after it would run.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  const specifications = tests.map((test) => project.createSpecification(fromRoot(test)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  vitest.invalidateFile(file)
  const by = nameOfFailure(testModules) ?? (unhandledErrors.length > 0 ? 'an error that nobody caught' : null)
  return { by, tests: testModules.length }
}

process.on('message', async (question: MutantQuestion) => {
  process.send?.(await answer(question))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
