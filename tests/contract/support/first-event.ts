/** Returns the data of the first server-sent event, and then closes the stream. */
export async function firstEvent(response: Response): Promise<unknown> {
  const reader = response.body?.getReader()
  let text = ''
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) throw new Error(`no event came: ${text}`)
    text += new TextDecoder().decode(part.value)
    const data = /^data: (.*)$/m.exec(text)?.[1]
    if (data === undefined) continue
    await reader?.cancel()
    return JSON.parse(data)
  }
}
