import { contextBridge, type IpcRendererEvent, ipcRenderer, webFrame } from 'electron'
import { channelOf, type PosBridge, scanChannel, snapshotChannel } from '../../src-shared/pos/bridge.ts'
import { posCommandNames } from '../../src-shared/pos/command-names.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

function listenTo<Message>(channel: string, listener: (message: Message) => void): () => void {
  const receive = (_event: IpcRendererEvent, message: Message) => listener(message)
  ipcRenderer.on(channel, receive)
  return () => ipcRenderer.off(channel, receive)
}

/** One function per command and nothing raw: the page sees neither ipcRenderer nor a channel's name. */
const bridge: PosBridge = {
  commands: Object.fromEntries(
    posCommandNames.map((name) => [name, (payload: unknown) => ipcRenderer.invoke(channelOf(name), payload)]),
  ) as PosBridge['commands'],
  onSnapshot: (listener) => listenTo<Snapshot>(snapshotChannel, listener),
  onScan: (listener) => listenTo<string>(scanChannel, listener),
}

contextBridge.exposeInMainWorld('countertop', bridge)

// What only the start needed is given back at once where Chromium would keep it until memory is short: 7 MiB.
addEventListener('load', () => {
  setTimeout(() => requestIdleCallback(() => webFrame.clearCache()), 3_000)
})
