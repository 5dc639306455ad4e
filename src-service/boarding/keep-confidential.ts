import type { ParameterError } from '../../src-shared/api/errors.ts'
import { maskedDate } from '../../src-shared/api/masks.ts'
import { type Confidential, maskedNumber } from './confidential.ts'

/** Splits sent values into the value for the vault and the mask that is shown. No error message contains a value. */
export interface Keeper {
  /** @param path in the vault @param param in the request @param shown the mask in earlier replies @returns the mask */
  number(path: string, param: string, given: string, shown: string | undefined): string
  date(path: string, param: string, given: string, shown: string | undefined): typeof maskedDate
  refuse(param: string, message: string): void
  details(): Confidential
  problems(): readonly ParameterError[]
}

/** A mask that is sent back leaves the stored value unchanged. Any other mask is refused. */
export function createKeeper(former: Confidential): Keeper {
  const kept: Record<string, string> = { ...former }
  const problems: ParameterError[] = []
  const refuse = (param: string, message: string): void => {
    problems.push({ param, code: 'parameter_invalid', message })
  }
  return {
    number: (path, param, given, shown) => {
      if (!given.includes('*')) {
        kept[path] = given.replaceAll('-', '')
        return maskedNumber(given)
      }
      if (given !== shown) {
        refuse(
          param,
          `${param} is masked, and the mask does not match the stored value. Send the full value, or leave it out.`,
        )
      }
      return given
    },
    date: (path, param, given, shown) => {
      if (given !== maskedDate) kept[path] = given
      else if (shown !== maskedDate) {
        refuse(param, `${param} is masked, but no value is stored. Send the full value, or leave it out.`)
      }
      return maskedDate
    },
    refuse,
    details: () => kept,
    problems: () => problems,
  }
}
