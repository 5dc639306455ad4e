/**
 * What node's parseArgs found wrong with a command line, in one sentence: without its advice on positional arguments,
 * which no program of ours takes by a dash.
 */
export function optionMistake(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1]
  if (unknown !== undefined) return `There is no option ${unknown}; --help prints those that there are.`
  const [, option, takesNone] = /^Option '(-[^' ]+).*?'(?: does not (take))?/.exec(message) ?? []
  if (option === undefined) return message
  return takesNone === undefined ? `${option} takes a value.` : `${option} takes no value.`
}
