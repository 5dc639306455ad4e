import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projectRoot } from '../../scripts/lib/paths.mjs'

/** Runs files in the order that ./mutants.ts gives: the quickest file that may notice the fault comes first. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = JSON.parse(process.env.COUNTERTOP_MUTANT_TESTS ?? '[]') as readonly string[]
    const rank = ({ moduleId }: TestSpecification) => order.indexOf(relative(projectRoot, moduleId))
    return [...files].sort((a, b) => rank(a) - rank(b))
  }
}
