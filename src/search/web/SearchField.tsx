import { navigate } from '#kit/web/route/location.ts'
import { SearchBox } from './SearchBox.tsx'

/** The same search in a page: it has the focus on arrival, and its results hang below it. */
export function SearchField() {
  return <SearchBox isInPage onOpen={({ to }) => navigate(to)} />
}
