// SPDX-License-Identifier: MIT
// Moves that are typed, as players write them.

const find = (id) => document.getElementById(id);

function say(words) {
  find('move-error').textContent = words;
  find('move-text').toggleAttribute('aria-invalid', words !== '');
}

async function play({table, engine}, text) {
  const {node} = table;
  try {
    if (table.mode === 'analyse') {
      engine.stop();
    }
    engine.send(table.game.position(node));
    const move = await engine.ask(`move ${text}`);
    if (node === table.node) {
      find('move-text').value = '';
      await table.play(move);
    }
  } catch (error) {
    say(`${error.message}.`);
    if (table.mode === 'analyse') {
      table.show(table.node, false);
    }
  }
}

export function setUpTyping(page) {
  find('move-form').onsubmit = async (event) => {
    const {table} = page;
    const text = find('move-text').value.trim();
    event.preventDefault();
    say('');
    if (!text) {
      say('Type a move first.');
    } else if (!table.canMove()) {
      say(table.resultOf(table.node) !== 'none' ? 'The game is over.' : 'It is the engine\'s turn.');
    } else {
      await play(page, text);
    }
  };
}
