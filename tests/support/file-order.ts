import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

interface TestFile {
  readonly path: string
  readonly bytes: number
}

/** The share of the unit tests that has begun when the last contract test begins. */
const shareWithContract = 2 / 3

/**
 * The order in which the files of a run begin, the same on every machine. Unit tests compute; the contract tests that
 * take longest are short texts that start processes, and wait for them. So the contract tests, shortest text first, are
 * spread among the unit tests: a worker that waits leaves the processor to one that computes, and nothing long is left
 * for the end.
 */
export function fileOrder<File extends TestFile>(files: readonly File[]): readonly File[] {
  const larger = [...files].sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
  const isContract = ({ path }: File) => path.includes('/tests/contract/')
  const placed = (some: readonly File[], share: number) =>
    some.map((file, index) => ({ file, place: (index / some.length) * share }))
  return [
    ...placed(larger.filter(isContract).reverse(), shareWithContract),
    ...placed(
      larger.filter((file) => !isContract(file)),
      1,
    ),
  ]
    .sort((a, b) => a.place - b.place)
    .map(({ file }) => file)
}

export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = files.map((specification) => ({
      specification,
      path: specification.moduleId,
      bytes: statSync(specification.moduleId).size,
    }))
    return fileOrder(known).map(({ specification }) => specification)
  }
}
