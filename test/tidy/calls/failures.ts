import type { Calls, Mounted, Piece } from './graph.ts'

type Reached = { readonly file: string; readonly piece: Piece }

/** Every refusal that a served endpoint may come to throw, and the file that throws it. */
export function reachedFrom(calls: Calls, { at, piece }: Mounted): Map<string, string> {
  const seen = new Set<Piece>()
  const found = new Map<string, string>()
  const waiting: Reached[] = [{ file: at, piece }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.piece)) continue
    seen.add(next.piece)
    for (const name of next.piece.fails) found.set(name, next.file)
    waiting.push(...fromHere(calls, next))
  }
  return found
}

function fromHere(calls: Calls, { file, piece }: Reached): Reached[] {
  const members = [...piece.members].flatMap((name) => calls.members.get(name) ?? [])
  const mentioned = [...piece.mentioned].flatMap((name) => named(calls, file, name))
  const called = [...piece.called].flatMap((name) => {
    const known = [...named(calls, file, name), ...named(calls, file, `${name}()`)]
    const taken = calls.files.get(file)?.aliases.get(name) ?? name
    // What is no name of the file was taken out of an object.
    return known.length > 0 ? known : (calls.members.get(taken) ?? [])
  })
  return [...members, ...mentioned, ...called]
}

/** A name of a file: its own piece, or what it imports under it; `contract.pay` is a name of a whole import. */
function named(calls: Calls, file: string, name: string): Reached[] {
  const own = calls.files.get(file)
  const piece = own?.pieces.get(name)
  if (piece) return [{ file, piece }]
  const [local = '', inside] = name.split('.')
  const from = own?.imports.get(local)
  if (!from) return []
  const there = calls.files.get(from.file)?.pieces.get(inside ?? from.name)
  return there ? [{ file: from.file, piece: there }] : []
}
