/** Returns the value of a successful call. @throws when it was refused. */
export async function must<Value>(
  call: Promise<
    { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown }
  >,
): Promise<Value> {
  const answer = await call
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.error)}`)
  return answer.value
}
