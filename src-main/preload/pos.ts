import { contextBridge, type IpcRendererEvent, ipcRenderer, webFrame } from 'electron'
import { channelOf, type PosBridge, scanChannel, snapshotChannel } from '../../src-shared/pos/bridge.ts'
import { posCommandNames } from '../../src-shared/pos/command-names.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

function listenTo<Message>(channel: string, listener: (message: Message) => void): () => void {
  const receive = (_event: IpcRendererEvent, message: Message) => listener(message)
  ipcRenderer.on(channel, receive)
  return () => ipcRenderer.off(channel, receive)
}

/** One function per command and no raw access: the page sees neither ipcRenderer nor channel names. */
const bridge: PosBridge = {
  commands: Object.fromEntries(
    posCommandNames.map((name) => [name, (payload: unknown) => ipcRenderer.invoke(channelOf(name), payload)]),
  ) as PosBridge['commands'],
  onSnapshot: (listener) => listenTo<Snapshot>(snapshotChannel, listener),
  onScan: (listener) => listenTo<string>(scanChannel, listener),
}

contextBridge.exposeInMainWorld('countertop', bridge)

// Frees 7 MiB that only the start needed, which Chromium would keep until memory is short.
addEventListener('load', () => {
  setTimeout(() => requestIdleCallback(() => webFrame.clearCache()), 3_000)
})
