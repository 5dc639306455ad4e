import { parentPort, workerData } from 'node:worker_threads'
import { signatureDataUrl } from './signature.ts'

// Runs in a separate thread (decode-signature.ts), for one picture.
parentPort?.postMessage(signatureDataUrl(workerData))
