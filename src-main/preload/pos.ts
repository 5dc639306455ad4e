import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { channelOf, snapshotChannel } from '../../src-shared/pos/channels.ts'
import type { PosBridge } from '../../src-shared/pos/commands.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** One function per command and nothing raw: the page sees neither ipcRenderer nor a channel's name. */
const bridge: PosBridge = {
  getSnapshot: () => ipcRenderer.invoke(channelOf('snapshot.get')),
  charge: (payload) => ipcRenderer.invoke(channelOf('sale.charge'), payload),
  cancel: () => ipcRenderer.invoke(channelOf('sale.cancel')),
  skipTip: () => ipcRenderer.invoke(channelOf('sale.skip_tip')),
  retry: (payload) => ipcRenderer.invoke(channelOf('sale.retry'), payload),
  decide: (payload) => ipcRenderer.invoke(channelOf('sale.decide'), payload),
  sign: (payload) => ipcRenderer.invoke(channelOf('sale.sign'), payload),
  print: () => ipcRenderer.invoke(channelOf('sale.print')),
  finish: () => ipcRenderer.invoke(channelOf('sale.finish')),
  connectTerminal: (payload) => ipcRenderer.invoke(channelOf('terminal.connect'), payload),
  showVirtualTerminal: () => ipcRenderer.invoke(channelOf('terminal.show_virtual')),
  updateSettings: (payload) => ipcRenderer.invoke(channelOf('settings.update'), payload),
  onSnapshot: (listener) => {
    const hear = (_event: IpcRendererEvent, snapshot: Snapshot) => listener(snapshot)
    ipcRenderer.on(snapshotChannel, hear)
    return () => ipcRenderer.off(snapshotChannel, hear)
  },
}

contextBridge.exposeInMainWorld('countertop', bridge)
