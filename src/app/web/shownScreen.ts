import { notify } from '#kit/web/notice/notify.ts'
import {
  allowNavigation,
  hashLocation,
  navigate,
  pauseNavigation,
  reloadAt,
} from '#kit/web/route/location.ts'
import { findRoute } from '#kit/web/route/routes.ts'
import { createStore } from '#kit/web/state/store.ts'
import { findLoadedScreen, loadScreenAt, type ScreenAt } from './screens.ts'

/** Null until the code of the first screen has been loaded. */
export const shownScreen = createStore<ScreenAt | null>(null)

const limitMs = 15_000

let turns = 0

/** Shows the screen of the address. The earlier screen stays until the code of the next one has been loaded. */
export function showLocation(): void {
  const turn = ++turns
  const location = hashLocation.get()
  const loaded = findLoadedScreen(location)
  const old = shownScreen.get()
  // Effects that depend on the route do not run again where the same address is shown again.
  const isSame = old?.location === location && old.route.name === loaded?.route.name
  if (loaded) shownScreen.set(isSame ? { ...loaded, route: old.route } : loaded)
  else void load(location, old, () => turn === turns)
}

async function load(location: string, old: ScreenAt | null, isCurrent: () => boolean): Promise<void> {
  if (old) {
    shownScreen.set({ ...old, isNextLoading: true })
    pauseNavigation()
  }
  try {
    const coming = loadScreenAt(location, isCurrent)
    const loaded = await (old ? Promise.race([coming, afterLimit()]) : coming)
    if (!loaded || !isCurrent()) return
    allowNavigation()
    shownScreen.set(loaded)
  } catch (failure) {
    if (!isCurrent()) return
    if (old) return stayOn(old, location)
    shownScreen.set({
      location,
      route: findRoute(location),
      Screen: () => {
        throw failure
      },
    })
  }
}

/** Some browsers never load a file again that once failed, until the page is reloaded. */
function stayOn({ location: oldLocation, route }: ScreenAt, wanted: string): void {
  // Routes of one path are told apart by the name in the history, which the next line replaces.
  const { name } = findRoute(wanted)
  const waiting = allowNavigation()
  navigate(oldLocation, { replace: true, name: route.name })
  notify('Não foi possível abrir esta tela. Tente de novo.', 'danger', {
    action: { text: 'Recarregar', run: () => reloadAt(wanted, name) },
  })
  waiting?.()
}

function afterLimit(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, limitMs))
}
