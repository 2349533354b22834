import fc from 'fast-check'

/** The same examples in each run, so that a mutant is always or never killed. */
fc.configureGlobal({ seed: 35 })
