import { useEffect } from 'react'
import { confirm } from '../dialog/confirm.tsx'
import { hashLocation, navigate, readAddress } from '../route/location.ts'
import { findRoute, useRoute } from '../route/routes.ts'
import { setLeaveQuestion } from './leaveScreen.ts'

const title = 'Sair sem salvar?'
const wording = {
  text: 'O que você mudou nesta tela ainda não foi salvo.',
  yes: 'Sair sem salvar',
  no: 'Continuar editando',
  danger: true,
}

/**
 * While `unsaved`, a link to another screen, Back and the end of the page ask first. Meanwhile its listener stands in
 * place of `readAddress`, which knows nothing of questions: the first load holds nothing of them.
 */
export function useLeaveQuestion(unsaved: boolean): void {
  const { name } = useRoute()
  useLeaveWarning(unsaved)
  useEffect(() => (unsaved ? askBeforeLeaving(name) : undefined), [unsaved, name])
}

/** The browser asks before it leaves the page. */
function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}

function askBeforeLeaving(name: string): () => void {
  const leadsAway = (hash: string) => hash.startsWith('#/') && findRoute(hash.slice(1)).name !== name
  const question = async (leave: () => void) => {
    if (!(await confirm(title, wording))) return
    release()
    leave()
  }
  const askAtLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !opensHere(event, link) || !leadsAway(link.hash)) return
    event.preventDefault()
    event.stopPropagation()
    void question(() => link.click())
  }
  const askAtMove = () => {
    if (!leadsAway(location.hash)) return readAddress()
    navigate(hashLocation.get(), { name })
    void question(() => history.back())
  }
  const release = () => {
    setLeaveQuestion(null)
    document.removeEventListener('click', askAtLink, true)
    replaceListener(askAtMove, readAddress)
  }
  setLeaveQuestion((leave) => void question(leave))
  document.addEventListener('click', askAtLink, true)
  replaceListener(readAddress, askAtMove)
  return release
}

function replaceListener(old: () => void, next: () => void): void {
  for (const name of ['popstate', 'hashchange']) {
    removeEventListener(name, old)
    addEventListener(name, next)
  }
}

function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  return isPlain && link.origin === location.origin && link.target === '' && !link.hasAttribute('download')
}
