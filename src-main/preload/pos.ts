import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { channelOf, type PosBridge, snapshotChannel } from '../../src-shared/pos/bridge.ts'
import { posCommandNames } from '../../src-shared/pos/command-names.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** One function per command and nothing raw: the page sees neither ipcRenderer nor a channel's name. */
const bridge: PosBridge = {
  commands: Object.fromEntries(
    posCommandNames.map((name) => [name, (payload: unknown) => ipcRenderer.invoke(channelOf(name), payload)]),
  ) as PosBridge['commands'],
  onSnapshot: (listener) => {
    const receive = (_event: IpcRendererEvent, snapshot: Snapshot) => listener(snapshot)
    ipcRenderer.on(snapshotChannel, receive)
    return () => ipcRenderer.off(snapshotChannel, receive)
  },
}

contextBridge.exposeInMainWorld('countertop', bridge)
