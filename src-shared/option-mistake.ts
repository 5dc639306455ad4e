/**
 * Describes an error of Node's parseArgs in one sentence, without its advice on positional arguments that start with a
 * dash: our programs take none.
 */
export function optionMistake(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1]
  if (unknown !== undefined) return `Unknown option ${unknown}. --help lists the options.`
  const [, option, takesNone] = /^Option '(-[^' ]+).*?'(?: does not (take))?/.exec(message) ?? []
  if (option === undefined) return message
  return takesNone === undefined ? `${option} takes a value.` : `${option} takes no value.`
}
