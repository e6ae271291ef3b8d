import { expect } from 'chai';
import { describe, it } from 'mocha';
import { fill } from '../testing/faults.js';

describe('A path from the current item', () => {
  const data = {
    rows: [
      [{ t: 'a' }, { t: 'b' }],
      [{ t: 'c', 'x y': 1 }, { t: 'd' }, { t: 'e' }],
    ],
    words: ['one', 'two'],
    parts: [{ first: 'own', size: 7, t: 'p' }],
    t: 'outer',
  };

  for (const [template, prints] of [
    ['[[#each rows]][[.first.t]][[.last.t]][[.size]] [[/each]]', 'ab2 ce3 '],
    ['[[#each rows]][[.0.t]][[.1.t]] [[/each]]', 'ab cd '],
    ['[[#each rows]][[.[0].t]][[.[-1].t]] [[/each]]', 'ab ce '],
    ['[[#each rows]][[./first.t]][[./0.t]][[./[1].t]] [[/each]]', 'aab ccd '],
    ['[[#each rows]][[.first.t | upcase]][[./last.t | upcase]] [[/each]]', 'AB CE '],
    ['[[#rows]][[#if .first.t == "c" and ./size > 2]]yes[[/if]][[/rows]]', 'yes'],
    ['[[#each rows]][[#each .]][[./t]][[../.size]] [[/each]][[/each]]', 'a2 b2 c3 d3 e3 '],
    ['[[#each words]][[.size]][[.first]] [[/each]]', '3o 3t '],
    ['[[#each parts]][[.first]][[.size]][[./t]] [[./none]][[.none]][[/each]]', 'own7p '],
    ['[[./t]] [[./words.first]] [[./t | upcase]]', 'outer one OUTER'],
    ['[[#each rows]][[.99999999999999999999.t]][[.4294967295.t]][[./[4294967296].t]][[/each]]', ''],
    ['[[#each rows]][[.constructor]][[./__proto__]][[./toString.t]][[.first.constructor]][[/each]]', ''],
  ] as const) {
    it(`${template} prints ${prints}`, () => expect(fill(template, data)).to.equal(prints));
  }
});
