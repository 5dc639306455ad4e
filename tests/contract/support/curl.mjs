// Sends what curl would, for machines without it: as much of its command line as docs/api/tour.md and the guides use.
const args = process.argv.slice(2)
/** @type {Record<string, string>} */
const headers = {}
let url = ''
/** @type {string | undefined} */
let method
/** @type {string | undefined} */
let body
while (args.length > 0) {
  const argument = args.shift() ?? ''
  const next = () => args.shift() ?? ''
  if (argument === '-H') {
    const [name = '', ...value] = next().split(': ')
    headers[name] = value.join(': ')
  } else if (argument === '-X') method = next()
  else if (argument === '-d') body = next()
  else if (['-s', '--silent', '--show-error'].includes(argument)) continue
  else if (argument.startsWith('-')) throw new Error(`this stand-in for curl does not know ${argument}`)
  else url = argument
}
const answer = await fetch(
  url,
  body === undefined ? { headers } : { method: method ?? 'POST', headers, body },
)
process.stdout.write(await answer.text())
