// Runs in place of the service's program in its process: answers main's questions about its memory, and runs the
// program.
import { answers } from './node-memory.mjs'

process.parentPort.on('message', async ({ data: { question, about } }) => {
  if (question in answers)
    process.parentPort.postMessage({ question, answer: await answers[question](about) })
})
const program = process.env.COUNTERTOP_SOAK_PROGRAM
process.argv[1] = program
await import(`file://${program}`)
