/** The file of --apply-profile FILE or --apply-profile=FILE; '' where it is missing; null without the option. */
export function profileOf(args: readonly string[]): string | null {
  const option = '--apply-profile'
  const at = args.findIndex((one) => one === option || one.startsWith(`${option}=`))
  const found = args[at]
  if (found === undefined) return null
  return found === option ? (args[at + 1] ?? '') : found.slice(option.length + 1)
}
